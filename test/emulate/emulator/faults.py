"""Faults that the emulator produces: steps are throttled, as if no function were free."""

import os
import threading

from ministack.services import stepfunctions

_call_lambda = stepfunctions._call_lambda


def install(throttles, again):
    """Refuses the first `throttles` calls that a state machine makes to each function, and does so again when `again`
    changes."""
    lock = threading.Lock()
    left = {}
    seen = [None]

    def is_throttled(function):
        with lock:
            changed = os.stat(again).st_mtime_ns if os.path.exists(again) else None
            if changed != seen[0]:
                left.clear()
                seen[0] = changed
            left[function] = left.get(function, throttles) - 1
            return left[function] >= 0

    def call_lambda(function, event):
        if is_throttled(function):
            raise stepfunctions._ExecutionError("Lambda.TooManyRequestsException", "Rate exceeded")
        return _call_lambda(function, event)

    stepfunctions._call_lambda = call_lambda

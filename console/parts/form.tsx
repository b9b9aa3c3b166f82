import type { ComponentChildren } from "preact";
import { type NameRule, problemOfName, proposedName } from "./names.ts";

interface FieldProps {
  id: string;
  label: string;
  hint?: ComponentChildren;
  /** Sentence that describes what is wrong with the value, if anything. */
  problem?: ComponentChildren;
  children: ComponentChildren;
}

/** Labeled control with a hint that describes it (`${id}-hint`). */
export function Field({ id, label, hint, problem, children }: FieldProps) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children}
      {(hint || problem) && (
        <p id={`${id}-hint`} class={`small ${problem ? "danger-text" : "muted"}`}>
          {problem || hint}
        </p>
      )}
    </div>
  );
}

interface TextFieldProps extends Omit<FieldProps, "children"> {
  value: string;
  maxLength?: number;
  onChange: (value: string) => void;
}

/** Labeled text field with a hint or an error about its value. */
export function TextField({ value, maxLength, onChange, ...field }: TextFieldProps) {
  return (
    <Field {...field}>
      <input
        id={field.id}
        maxLength={maxLength}
        aria-describedby={describedBy(field)}
        aria-invalid={Boolean(field.problem)}
        value={value}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </Field>
  );
}

interface NameFieldProps extends TextFieldProps {
  rule: NameRule;
}

/** Name field. An invalid name is reported immediately, with a valid proposal. */
export function NameField({ rule, problem, ...field }: NameFieldProps) {
  return <TextField {...field} problem={problem || nameProblem(rule, field.value, field.onChange)} />;
}

/** Describes what is wrong with a name and proposes another; nothing if the name is valid or empty. */
export function nameProblem(rule: NameRule, value: string, onChange: (value: string) => void) {
  const problem = value === "" ? null : problemOfName(rule, value);
  if (problem === null) return null;
  const proposed = proposedName(rule, value);
  return (
    <>
      {problem}{" "}
      {proposed !== null && (
        <button type="button" class="small" onClick={() => onChange(proposed)}>
          Use {proposed}
        </button>
      )}
    </>
  );
}

interface NumberFieldProps extends Omit<FieldProps, "children"> {
  value: number;
  min: number;
  max: number;
  class?: string;
  /** Receives NaN while the field is empty. */
  onChange: (value: number) => void;
}

/** Labeled number field with a hint or an error about its value. */
export function NumberField({ value, min, max, onChange, class: name, ...field }: NumberFieldProps) {
  return (
    <Field {...field}>
      <input
        id={field.id}
        type="number"
        class={name}
        min={min}
        max={max}
        aria-describedby={describedBy(field)}
        aria-invalid={Boolean(field.problem)}
        value={value}
        onInput={({ currentTarget }) => onChange(currentTarget.valueAsNumber)}
      />
    </Field>
  );
}

function describedBy({ id, hint, problem }: Omit<FieldProps, "children">): string | undefined {
  return hint || problem ? `${id}-hint` : undefined;
}

interface SelectProps<T extends string> {
  id: string;
  value: T;
  disabled?: boolean;
  /** Labels by value. */
  options: Readonly<Record<T, string>>;
  label?: string;
  onChange: (value: T) => void;
}

export function Select<T extends string>({ id, value, options, label, disabled, onChange }: SelectProps<T>) {
  return (
    <select
      id={id}
      disabled={disabled}
      value={value}
      aria-label={label}
      onChange={({ currentTarget }) => onChange(currentTarget.value as T)}
    >
      {(Object.entries(options) as [T, string][]).map(([name, text]) => (
        <option key={name} value={name}>
          {text}
        </option>
      ))}
    </select>
  );
}

type SelectFieldProps<T extends string> = Omit<FieldProps, "children"> & Omit<SelectProps<T>, "label">;

/** Labeled selector with a hint or an error about its value. */
export function SelectField<T extends string>({ label, hint, problem, ...select }: SelectFieldProps<T>) {
  return (
    <Field id={select.id} label={label} hint={hint} problem={problem}>
      <Select {...select} />
    </Field>
  );
}

interface CheckboxProps {
  checked: boolean;
  onChange: (isChecked: boolean) => void;
  /** The label. */
  children: ComponentChildren;
}

export function Checkbox({ checked, onChange, children }: CheckboxProps) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={checked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {children}
    </label>
  );
}

/** Returns the error message that parsing a value produces; null if the value is valid. */
export function problemOf(read: () => unknown): string | null {
  try {
    read();
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

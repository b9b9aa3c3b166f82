import type { ComponentChildren } from "preact";

interface FieldProps {
  id: string;
  label: string;
  hint?: ComponentChildren;
  /** What is wrong with the value. */
  problem?: string | null;
  children: ComponentChildren;
}

/** Control with its label, and a hint that it is described by (`${id}-hint`). */
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

interface SelectProps<T extends string> {
  id: string;
  value: T;
  /** Labels by value. */
  options: Readonly<Record<T, string>>;
  label?: string;
  onChange: (value: T) => void;
}

export function Select<T extends string>({ id, value, options, label, onChange }: SelectProps<T>) {
  return (
    <select
      id={id}
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

interface TextFieldProps {
  name: string
  label: string
  type: 'email' | 'password'
  autoComplete: string
}

export function TextField({ label, ...input }: TextFieldProps) {
  return (
    <label className="block text-[0.9375rem] font-medium">
      {label}
      <input
        {...input}
        required
        className="mt-1.5 block h-11 w-full rounded-xl border border-line-strong bg-surface px-3.5 text-base font-normal"
      />
    </label>
  )
}

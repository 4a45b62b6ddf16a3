/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// A list's "New …" button at the top right of its page, with the form that it opens: a required field, and maybe others.
import type { Child } from 'hono/jsx'

interface NewThingProps {
  /** `key` */
  thing: string
  /** Where the form is posted. */
  action: string
  /** On the button that submits it. */
  submit: string
  field: RequiredField
  /** Why the form was refused, which starts it open. */
  problem: string | undefined
  /** The fields after the first. */
  children?: Child
}

interface RequiredField {
  name: string
  label: string
  type?: 'text' | 'url'
  maxLength: number
  example: string
  /** What was refused, to correct it. */
  value?: string | undefined
  hint?: Child
}

export function NewThing({ thing, action, submit, field, problem, children }: NewThingProps) {
  return (
    <details class="new" open={problem !== undefined}>
      <summary class="button button-primary">
        <span class="new-closed">
          New <span class="new-thing">{thing}</span>
        </span>
        <span class="new-open">Cancel</span>
      </summary>
      <section class="panel" aria-label={`New ${thing}`}>
        <h2>New {thing}</h2>
        <form class="inline-form" method="post" action={action}>
          <FirstField {...field} problem={problem} />
          {children}
          <button class="button button-primary" type="submit">
            {submit}
          </button>
        </form>
      </section>
    </details>
  )
}

function FirstField(props: RequiredField & { problem: string | undefined }) {
  const { name, label, type = 'text', maxLength, example, value, hint, problem } = props
  const described = [hint && `${name}-hint`, problem && `${name}-problem`].filter(Boolean).join(' ')
  return (
    <div class="field field-grow">
      <label for={name}>{label}</label>
      <input
        id={name}
        name={name}
        type={type}
        required
        maxlength={maxLength}
        placeholder={`e.g. ${example}`}
        value={value}
        aria-invalid={problem ? 'true' : undefined}
        aria-describedby={described || undefined}
      />
      {problem && (
        <p class="field-problem" id={`${name}-problem`} role="alert">
          {problem}
        </p>
      )}
      {hint && (
        <p class="field-hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

'use client'
/** The application form. It works without script too: the same action answers, and what was entered is kept. */
import { ArrowRight, LoaderCircle } from 'lucide-react'
import { useActionState, useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { FieldError } from '@/components/ui/field-error'
import { Notice } from '@/components/ui/notice'
import type { ApplyState } from '@/lib/inquiries/application-form'
import { ProductChoice } from './product-choice'

interface ApplyFormProps {
  action: (previous: ApplyState, formData: FormData) => Promise<ApplyState>
  products: readonly { id: string; name: string; description: string }[]
  /** What the storefront's link has chosen already. */
  product: string
}

export function ApplyForm({ action, products, product }: ApplyFormProps) {
  const [{ errors, values }, submit, pending] = useActionState<ApplyState, FormData>(action, {
    errors: {},
    values: { product, note: '', terms: false },
  })
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const first =
      Object.keys(errors).length > 0 && form.current?.querySelector('[aria-invalid=true]')
    if (first instanceof HTMLElement) first.focus()
  }, [errors])

  return (
    <form ref={form} action={submit} noValidate className="flex flex-col gap-8">
      {errors.form && (
        <Notice tone="bad" role="alert" title="Your application was not sent">
          {errors.form}
        </Notice>
      )}
      <ProductChoice products={products} chosen={values.product} error={errors.product} />
      <div>
        <label htmlFor="note" className="font-medium">
          Anything we should know? <span className="font-normal text-ink-faint">(optional)</span>
        </label>
        <p id="note-hint" className="mt-1 text-sm text-ink-faint">
          For our staff. Please leave out document numbers. 500 characters at most.
        </p>
        <textarea
          id="note"
          name="note"
          rows={3}
          maxLength={500}
          defaultValue={values.note}
          aria-invalid={errors.note ? true : undefined}
          aria-describedby={errors.note ? 'note-hint note-error' : 'note-hint'}
          className="mt-3 block w-full rounded-xl border border-line-strong bg-surface px-4 py-3 text-base aria-invalid:border-bad"
        />
        <FieldError id="note-error" message={errors.note} />
      </div>
      <div>
        <label className="flex gap-3 text-[0.9375rem]/6">
          <input
            type="checkbox"
            name="terms"
            required
            defaultChecked={values.terms}
            aria-invalid={errors.terms ? true : undefined}
            aria-describedby={errors.terms ? 'terms-error' : undefined}
            className="mt-0.5 size-5 shrink-0 accent-brand"
          />
          <span>
            I agree that my identity is checked by the bank’s verification service, with my document
            and a picture of my face.
          </span>
        </label>
        <FieldError id="terms-error" message={errors.terms} />
      </div>
      <Button
        type="submit"
        size="large"
        inactive={pending}
        className="w-full sm:w-auto sm:self-start"
      >
        {pending ? 'Sending your application' : 'Continue to identity check'}
        {pending ? (
          <LoaderCircle aria-hidden="true" className="size-5 motion-safe:animate-spin" />
        ) : (
          <ArrowRight aria-hidden="true" className="size-5" />
        )}
      </Button>
    </form>
  )
}

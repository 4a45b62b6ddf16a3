import { FieldError } from '@/components/ui/field-error'

interface ProductChoiceProps {
  products: readonly { id: string; name: string; description: string }[]
  chosen: string
  error: string | undefined
}

export function ProductChoice({ products, chosen, error }: ProductChoiceProps) {
  return (
    <fieldset aria-describedby={error ? 'product-error' : undefined}>
      <legend className="font-medium">Which account would you like?</legend>
      <div className="mt-3 grid gap-3">
        {products.map((product) => (
          <label
            key={product.id}
            className="flex gap-4 rounded-xl border border-line-strong/60 bg-surface p-4 transition-colors hover:border-line-strong has-checked:border-brand has-checked:bg-brand-soft/50 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand"
          >
            <input
              type="radio"
              name="product"
              value={product.id}
              defaultChecked={chosen === product.id}
              aria-invalid={error ? true : undefined}
              className="mt-0.5 size-5 shrink-0 accent-brand outline-none"
            />
            <span>
              <span className="block font-medium">{product.name}</span>
              <span className="block text-sm/6 text-ink-soft">{product.description}</span>
            </span>
          </label>
        ))}
      </div>
      <FieldError id="product-error" message={error} />
    </fieldset>
  )
}

/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// Forms generated from the control API's schemas, so both accept the same fields with the same names.
import type { Context } from 'hono'
import { z } from 'zod'
import type { FormResult } from '../form.ts'

const propertySchema = z.object({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  description: z.string().optional(),
  default: z.unknown().optional(),
  enum: z.array(z.union([z.string(), z.number(), z.null()])).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  maxLength: z.number().optional(),
  items: z.object({ enum: z.array(z.string()).optional() }).optional(),
})
type Property = z.infer<typeof propertySchema>
const jsonSchemaSchema = z.object({
  properties: z.record(z.string(), z.unknown()),
  required: z.array(z.string()).default([]),
})

interface Field extends Property {
  name: string
  isRequired: boolean
  isNullable: boolean
}

/** Parses a form by its schema. An empty field is absent if it's optional, and null if it's required and nullable. */
export async function readSchemaForm<T>(c: Context, schema: z.ZodType<T>): Promise<FormResult<T>> {
  const form = await c.req.formData().catch(() => new FormData())
  const given = await Promise.all(
    fieldsOf(schema).map(async (field) => [field.name, await readField(field, form)]),
  )
  const parsed = schema.safeParse(Object.fromEntries(given))
  if (parsed.success) return { ok: true, value: parsed.data }
  const [issue] = parsed.error.issues
  const name = issue?.path[0]
  const where = typeof name === 'string' ? `${labelOf(name)}: ` : ''
  return { ok: false, problem: `${where}${issue?.message ?? 'The form can’t be read.'}` }
}

/** A schema's fields, all or only some, with ids that start with `id`. */
export function SchemaFields(props: {
  schema: z.ZodType
  id: string
  only?: readonly string[]
  except?: readonly string[]
  values?: Readonly<Record<string, string>>
  /** Suggestions for a free-text field. */
  suggest?: Readonly<Record<string, readonly string[]>>
  /** Labels for a select's options. */
  inWords?: (choice: string) => string
}) {
  const { schema, id, only, except = [], values = {}, suggest = {}, inWords } = props
  const fields = fieldsOf(schema)
    .filter(({ name }) => only?.includes(name) ?? true)
    .filter(({ name }) => !except.includes(name))
  return (
    <>
      {fields.map((field) => (
        <FieldInput
          field={field}
          id={`${id}-${field.name}`}
          value={values[field.name]}
          suggestions={suggest[field.name]}
          inWords={inWords}
        />
      ))}
    </>
  )
}

function FieldInput(props: {
  field: Field
  id: string
  value: string | undefined
  suggestions: readonly string[] | undefined
  inWords: ((choice: string) => string) | undefined
}) {
  const { field, id, value, suggestions, inWords } = props
  const { name, description, items } = field
  if (items?.enum) {
    return (
      <fieldset class="check-list">
        <legend>{labelOf(name)}</legend>
        {items.enum.map((choice) => (
          <label>
            <input type="checkbox" name={name} value={choice} />
            {inWords?.(choice) ?? <code>{choice}</code>}
          </label>
        ))}
      </fieldset>
    )
  }
  if (hasType(field, 'boolean')) {
    return (
      <label class="check">
        <input type="checkbox" name={name} value="true" /> {labelOf(name)}
      </label>
    )
  }
  const hint = description ? { 'aria-describedby': `${id}-hint` } : {}
  return (
    <div class="field">
      <label for={id}>{labelOf(name)}</label>
      <Control {...{ field, id, value, suggestions, hint, inWords }} />
      {suggestions && (
        <datalist id={`${id}-known`}>
          {suggestions.map((suggestion) => (
            <option value={suggestion} />
          ))}
        </datalist>
      )}
      {description && (
        <p class="field-hint" id={`${id}-hint`}>
          {description}
        </p>
      )}
    </div>
  )
}

function Control(props: {
  field: Field
  id: string
  value: string | undefined
  suggestions: readonly string[] | undefined
  hint: object
  inWords: ((choice: string) => string) | undefined
}) {
  const { field, id, suggestions, hint, inWords } = props
  const { name, isRequired } = field
  const value = props.value ?? (field.default == null ? undefined : String(field.default))
  if (field.enum) {
    const choices = field.enum.filter((choice) => choice !== null)
    return (
      <select id={id} name={name} {...hint}>
        {!isRequired && <option value="">Any</option>}
        {choices.map((choice) => (
          <option value={String(choice)} selected={String(choice) === value}>
            {inWords?.(String(choice)) ?? choice}
          </option>
        ))}
      </select>
    )
  }
  if (hasType(field, 'array')) {
    return <textarea id={id} name={name} rows={2} placeholder="One per line" {...hint} />
  }
  const isNumber = hasType(field, 'number') || hasType(field, 'integer')
  return (
    <input
      id={id}
      name={name}
      type={isNumber ? 'number' : (INPUT_OF_FORMAT.get(field.format) ?? 'text')}
      value={value}
      required={isRequired && !field.isNullable}
      min={isNumber && field.minimum !== undefined ? String(field.minimum) : undefined}
      max={isNumber && field.maximum !== undefined ? String(field.maximum) : undefined}
      step={hasType(field, 'number') ? 'any' : undefined}
      maxlength={field.maxLength}
      list={suggestions ? `${id}-known` : undefined}
      {...hint}
    />
  )
}

const INPUT_OF_FORMAT = new Map<string | undefined, string>([['date', 'date']])

function fieldsOf(schema: z.ZodType): Field[] {
  const { properties, required } = jsonSchemaSchema.parse(
    z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }),
  )
  return Object.entries(properties).map(([name, property]) => {
    const { isNullable, ...rest } = withoutNull(property)
    return { name, isRequired: required.includes(name), isNullable, ...rest }
  })
}

/** JSON Schema describes a nullable property as `anyOf` its type and null. */
function withoutNull(property: unknown): Property & { isNullable: boolean } {
  const union = z.looseObject({ anyOf: z.array(z.unknown()) }).safeParse(property)
  if (!union.success) {
    const plain = propertySchema.parse(property)
    return { ...plain, isNullable: hasType(plain, 'null') }
  }
  const { anyOf, ...outer } = union.data
  const members = anyOf.map((member) => propertySchema.parse(member))
  const [value] = members.filter(({ type }) => type !== 'null')
  const isNullable = members.some(({ type }) => type === 'null')
  return { ...value, ...propertySchema.parse(outer), isNullable }
}

async function readField(field: Field, form: FormData): Promise<unknown> {
  if (field.format === 'data-url') return readPicture(form.get(field.name))
  if (field.items?.enum) {
    const chosen = form.getAll(field.name)
    return chosen.length > 0 ? chosen : undefined
  }
  const text = String(form.get(field.name) ?? '').trim()
  if (text === '') {
    if (!field.isRequired) return undefined
    return field.isNullable ? null : hasType(field, 'string') ? '' : undefined
  }
  if (hasType(field, 'boolean')) return text === 'true'
  if (hasType(field, 'array')) return text.split(/\r?\n/).filter((line) => line.trim() !== '')
  const isNumber =
    hasType(field, 'number') ||
    hasType(field, 'integer') ||
    field.enum?.some((choice) => typeof choice === 'number')
  return isNumber ? Number(text) : text
}

/** The file as a data URL. A browser sends an empty file if none was chosen. */
async function readPicture(file: FormDataEntryValue | null): Promise<string | undefined> {
  if (!(file instanceof File) || file.size === 0) return undefined
  const bytes = Buffer.from(await file.arrayBuffer())
  return `data:${file.type};base64,${bytes.toString('base64')}`
}

function hasType({ type }: Property, wanted: string): boolean {
  return type === wanted || (Array.isArray(type) && type.includes(wanted))
}

/** `dateOfBirth` as "Date of birth", `delayMs` as "Delay (ms)", `inquiryId` as "Inquiry ID", `color` as British readers spell it. */
function labelOf(name: string): string {
  if (name === 'color') return 'Colour'
  const words = name.replace(/Ms$/, ' (ms)').replace(/([a-z])([A-Z])/g, '$1 $2')
  return (words.charAt(0).toUpperCase() + words.slice(1).toLowerCase()).replace(/ id$/, ' ID')
}

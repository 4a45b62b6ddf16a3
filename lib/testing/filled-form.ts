/** An application form that is filled in correctly: the first option of each list, and nothing that is optional. */
import {
  type ApplicationForm,
  applicationFormSchema,
  emptyForm,
  FIELDS,
  type Field,
  type FieldName,
} from '../application-form'

export const filledForm = (fields: Partial<ApplicationForm> = {}): ApplicationForm => ({
  ...applicationFormSchema.parse(filledValues()),
  ...fields,
})

/** What the browser sends. */
export function filledValues(): Record<FieldName, string> {
  const { values } = emptyForm()
  for (const name of applicationFormSchema.keyof().options) values[name] = filledValue(FIELDS[name])
  return values
}

function filledValue(field: Field): string {
  if (field.isOptional) return ''
  if ('options' in field) return field.options[0]?.id ?? ''
  return field.kind === 'consent' ? 'on' : 'Filled in'
}

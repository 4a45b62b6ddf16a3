/** An application form that is filled in correctly. A new field gets its value here, for every test. */
import type { ApplicationForm } from '../application-form'

export const filledForm = (fields: Partial<ApplicationForm> = {}): ApplicationForm => ({
  product: 'everyday',
  note: null,
  terms: 'on',
  ...fields,
})

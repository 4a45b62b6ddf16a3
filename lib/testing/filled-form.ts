/** An application form that is filled in correctly. */
import { type ApplicationForm, simplestForm } from '../application-form'

export const filledForm = (fields: Partial<ApplicationForm> = {}): ApplicationForm => ({
  ...simplestForm(),
  ...fields,
})

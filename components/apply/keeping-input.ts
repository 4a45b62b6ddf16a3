'use client'
/**
 * Keeps what the customer entered, whatever happens to the submission. After a release, the form may name an action that the
 * new build doesn't have. It's then sent again as an ordinary form post, as without JavaScript, and the new build responds
 * with the page and everything that was entered.
 */
import {
  unstable_isUnrecognizedActionError as isUnrecognizedActionError,
  unstable_rethrow as rethrowRedirect,
} from 'next/navigation'

type FormAction<State> = (previous: State, formData: FormData) => Promise<State>

/**
 * On the server it returns the action itself, so that the form works without JavaScript.
 * @param refuse the state to show if the app doesn't respond
 */
export function keepingInput<State>(
  action: FormAction<State>,
  refuse: (formData: FormData) => State,
): FormAction<State> {
  if (typeof window === 'undefined') return action
  return async (previous, formData) => {
    try {
      return await action(previous, formData)
    } catch (error) {
      rethrowRedirect(error)
      if (!isUnrecognizedActionError(error)) return refuse(formData)
      sendAsDocument(formData)
      // Stays pending until the new page loads.
      return new Promise(() => {})
    }
  }
}

function sendAsDocument(formData: FormData): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.enctype = 'multipart/form-data'
  form.hidden = true
  for (const [name, value] of formData) {
    if (name.startsWith('$ACTION') || typeof value !== 'string') continue
    const field = document.createElement('textarea')
    field.name = name
    field.value = value
    form.append(field)
  }
  document.body.append(form)
  form.submit()
}

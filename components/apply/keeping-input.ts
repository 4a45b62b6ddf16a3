'use client'
import { unstable_rethrow as rethrowRedirect } from 'next/navigation'

type FormAction<State> = (previous: State, formData: FormData) => Promise<State>

/**
 * Keeps what the customer entered, whatever happens to the submission. On the server it returns the action itself, so that the
 * form works without JavaScript.
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
      return refuse(formData)
    }
  }
}

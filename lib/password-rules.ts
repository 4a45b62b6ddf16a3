/** The rules for passwords, as NIST SP 800-63B advises: a minimum length, and no required kinds of characters. */

export const MIN_PASSWORD_LENGTH = 12
const MAX_PASSWORD_LENGTH = 200
const MIN_DIFFERENT_CHARACTERS = 5

/** Passwords that anyone can look up: a sample account must never be a way into a real app. */
const PUBLISHED: readonly string[] = ['northwind-demo']
export const isPublished = (password: string): boolean => PUBLISHED.includes(password)

export type PasswordFault = 'too_short' | 'too_long' | 'easy_to_guess'

export function passwordFault(password: string, email: string): PasswordFault | null {
  if (password.length < MIN_PASSWORD_LENGTH) return 'too_short'
  if (password.length > MAX_PASSWORD_LENGTH) return 'too_long'
  const [name = ''] = email.toLowerCase().split('@')
  const besideName = password.toLowerCase().replace(name, '')
  const isGuessable =
    isPublished(password) ||
    new Set(password).size < MIN_DIFFERENT_CHARACTERS ||
    besideName.length < MIN_PASSWORD_LENGTH / 2
  return isGuessable ? 'easy_to_guess' : null
}

/** Why a sign-in did not succeed, from the codes of next-auth and of our own sign-in. Says nothing about who exists. */
const TEXTS: Readonly<Record<string, string>> = {
  CredentialsSignin: 'E-mail or password is not right.',
  TooManyTries: 'Too many tries. Wait a few minutes, then try again.',
  AccessDenied: 'Your organisation knows you, but you have not been invited here. Ask an admin.',
  Unreachable: 'We could not reach the server. Check your connection and try again.',
}

export const signInErrorText = (code: string): string =>
  (Object.hasOwn(TEXTS, code) ? TEXTS[code] : undefined) ?? 'Signing in did not work. Try again.'

/** Why a sign-in did not succeed, from the codes of next-auth and of our own sign-in. Says nothing about who exists. */
const NOT_FINISHED = 'Signing in at your organisation was not finished. Try again.'

const TEXTS: Readonly<Record<string, string>> = {
  CredentialsSignin: 'E-mail or password is not right.',
  TooManyTries: 'Too many tries. Wait a few minutes, then try again.',
  AccessDenied: 'Your organisation knows you, but you have no access here. Ask an admin.',
  EmailNotVerified:
    'Your organisation has not confirmed your e-mail address. Ask whoever runs its sign-in.',
  OAuthSignin: 'Your organisation’s sign-in does not answer. Try again in a while.',
  OAuthCallback: NOT_FINISHED,
  Callback: NOT_FINISHED,
  Unreachable: 'We could not reach the server. Check your connection and try again.',
}

export const signInErrorText = (code: string): string =>
  (Object.hasOwn(TEXTS, code) ? TEXTS[code] : undefined) ?? 'Signing in did not work. Try again.'

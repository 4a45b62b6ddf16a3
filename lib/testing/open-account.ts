/** Vitest uses this instead of `lib/open-account.ts`, because merchants replace that file. */
export const openAccount = async ({ inquiry }: { inquiry: string }) => ({
  account: `ACCOUNT ${inquiry}`,
})

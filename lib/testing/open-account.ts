/** The vitest configuration puts this in the place of `lib/open-account.ts`, which merchants replace. */
export const openAccount = async ({ inquiry }: { inquiry: string }) => ({
  account: `ACCOUNT ${inquiry}`,
})

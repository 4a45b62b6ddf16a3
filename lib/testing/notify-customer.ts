/** Vitest uses this instead of `lib/notify-customer.ts`, because merchants replace that file. */
export const notifyCustomer = async (): Promise<void> => {}

/** The vitest configuration puts this in the place of `lib/notify-customer.ts`, which merchants replace. */
export const notifyCustomer = async (): Promise<void> => {}

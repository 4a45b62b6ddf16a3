// The form's fields in order (S4), shared by the page and the server.

export const PERSONAL_INFO_FIELDS = ['fullName', 'country', 'email', 'phone'] as const
export type PersonalInfoField = (typeof PERSONAL_INFO_FIELDS)[number]

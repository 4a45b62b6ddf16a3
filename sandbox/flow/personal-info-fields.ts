// The fields of the form, in its order (S4): all that page and server both need to know of it.

export const PERSONAL_INFO_FIELDS = ['fullName', 'country', 'email', 'phone'] as const
export type PersonalInfoField = (typeof PERSONAL_INFO_FIELDS)[number]

/**
 * The merchant's brand in words. With the colours at the top of `app/globals.css`, the drawing in
 * `components/brand/logo.tsx` and `PRODUCTS` in `lib/inquiries/application-form.ts`, this is all that a clone changes.
 */
export const BRAND = {
  name: 'Northwind',
  legalName: 'Northwind Bank',
  tagline: 'Banking with a clear heading.',
  description:
    'Open a Northwind account from home. Checking who you are takes about three minutes.',
  supportEmail: 'help@northwind.example',
  /** Shown at the foot of every customer page, so that nobody takes the demo for a bank. */
  disclaimer:
    'Northwind is a fictional bank in a reference application. No account is real, and no money moves.',
} as const

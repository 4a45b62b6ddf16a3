// The hosted flow in the languages it speaks (F1).
import { expect, test } from './fixtures'

test.describe('in a browser that asks for Arabic', () => {
  test.use({ locale: 'ar-EG' })

  test('the flow starts right to left, and can be switched to English', async ({
    tenant,
    merchant,
    flow,
  }) => {
    await merchant.startFlow(await tenant.openInquiry())
    await expect(flow.heading('التحقق من هويتك')).toBeVisible()
    await expect(flow.screen.locator('html')).toHaveAttribute('dir', 'rtl')
    await flow.screen.getByRole('combobox', { name: 'اللغة' }).selectOption('English')
    await expect(flow.heading('Verify your identity')).toBeVisible()
    await expect(flow.screen.locator('html')).toHaveAttribute('dir', 'ltr')
  })
})

test.describe('in Arabic', () => {
  test.use({ locale: 'ar' })

  test('every field of the form starts on the right', async ({ tenant, merchant, flow }) => {
    await merchant.startFlow(await tenant.openInquiry())
    await flow.press('أوافق وأتابع')
    for (const field of ['الاسم الكامل', 'البريد الإلكتروني', 'رقم الهاتف']) {
      await flow.screen.getByLabel(field).fill('Anna 1')
      await expect(flow.screen.getByLabel(field)).toHaveCSS('text-align', 'right')
    }
  })
})

test.describe('in a browser that asks for German', () => {
  test.use({ locale: 'de-AT' })

  test('the flow speaks German', async ({ tenant, merchant, flow }) => {
    await merchant.startFlow(await tenant.openInquiry())
    await flow.press('Einwilligen und weiter')
    await expect(flow.heading('Geben Sie Ihre Daten ein')).toBeVisible()
    await expect(flow.screen.locator('html')).toHaveAttribute('lang', 'de')
  })
})

/** The storefront. */
import { CustomerShell } from '@/components/customer/shell'
import { Accounts, Hero, HowItWorks, Questions, WhyWeCheck } from '@/components/customer/storefront'

export default function StorefrontPage() {
  return (
    <CustomerShell path="/">
      <Hero />
      <Accounts />
      <HowItWorks />
      <WhyWeCheck />
      <Questions />
    </CustomerShell>
  )
}

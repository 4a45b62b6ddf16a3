/** The storefront. */
import { Accounts } from '@/components/storefront/accounts'
import { CustomerShell } from '@/components/storefront/customer-shell'
import { Hero } from '@/components/storefront/hero'
import { HowItWorks } from '@/components/storefront/how-it-works'
import { Questions } from '@/components/storefront/questions'
import { WhyWeCheck } from '@/components/storefront/why-we-check'

export default function StorefrontPage() {
  return (
    <CustomerShell>
      <Hero />
      <Accounts />
      <HowItWorks />
      <WhyWeCheck />
      <Questions />
    </CustomerShell>
  )
}

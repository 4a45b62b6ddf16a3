import { EyeOff, Fingerprint, Landmark } from 'lucide-react'
import { Section } from './section'

const REASONS = [
  {
    icon: Fingerprint,
    title: 'So that nobody becomes you',
    text: 'A stolen name and birthday are enough to fill in a form. They are not enough to hold your passport and look like you.',
  },
  {
    icon: Landmark,
    title: 'Because the law asks every bank',
    text: 'Banks have to know whose money they keep. We do it once, at the start, and then leave you alone.',
  },
  {
    icon: EyeOff,
    title: 'And we keep as little as we can',
    text: 'Your pictures stay with the verification service. We keep the answer and never a copy; each time a colleague looks is written down.',
  },
]

export function WhyWeCheck() {
  return (
    <Section
      id="why"
      title="Why we ask for your document"
      lead="It protects you first. Three minutes now are the reason that nobody else can open an account as you."
    >
      <ul className="grid gap-x-10 gap-y-8 md:grid-cols-3">
        {REASONS.map(({ icon: Icon, title, text }) => (
          <li key={title}>
            <span className="inline-flex size-11 items-center justify-center rounded-xl bg-brand-soft text-brand">
              <Icon aria-hidden="true" className="size-5.5" />
            </span>
            <h3 className="mt-4 text-lg font-semibold">{title}</h3>
            <p className="mt-2 text-[0.9375rem]/6 text-ink-soft">{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

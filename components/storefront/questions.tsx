import { Plus } from 'lucide-react'
import { BRAND } from '@/components/brand'
import { Section } from './section'

const QUESTIONS = [
  {
    question: 'Which documents can I use?',
    answer:
      'A passport, a national identity card or a driving licence that is still valid. Cards are photographed on both sides.',
  },
  {
    question: 'I closed the page in the middle. Is my application lost?',
    answer:
      'No. Open “Your application” on the same device and go on where you stopped, until the check expires.',
  },
  {
    question: 'Can I start on one device and finish on another?',
    answer:
      'Your application belongs to the browser that started it, so that nobody else can pick it up. Apply again on the other device if you prefer it.',
  },
  {
    question: 'What if I am not approved?',
    answer: `You see it here at once, and in most cases you can try again. If you think that something went wrong, write to ${BRAND.supportEmail}.`,
  },
]

export function Questions() {
  return (
    <div className="border-t border-line bg-surface">
      <Section id="questions" title="Questions people ask">
        <div className="max-w-3xl divide-y divide-line border-y border-line">
          {QUESTIONS.map(({ question, answer }) => (
            <details key={question} className="group">
              <summary className="flex list-none items-center justify-between gap-4 py-5 font-medium [&::-webkit-details-marker]:hidden">
                {question}
                <Plus
                  aria-hidden="true"
                  className="size-5 shrink-0 text-brand transition-transform group-open:rotate-45"
                />
              </summary>
              <p className="pb-6 text-[0.9375rem]/7 text-ink-soft">{answer}</p>
            </details>
          ))}
        </div>
      </Section>
    </div>
  )
}

import { Section } from './section'

const STEPS = [
  {
    title: 'Choose an account',
    text: 'One short form. You can stop at any time and come back on the same device.',
    time: '30 seconds',
  },
  {
    title: 'Show who you are',
    text: 'A passport, a national identity card or a driving licence, and a look into the camera.',
    time: '2 minutes',
  },
  {
    title: 'Read the answer here',
    text: 'Most people are approved while they watch. Some need a person to look: then we say so.',
    time: 'Moments, or one working day',
  },
]

export function HowItWorks() {
  return (
    <div className="border-y border-line bg-surface">
      <Section id="how" title="How it works">
        <ol className="grid gap-8 md:grid-cols-3 md:gap-10">
          {STEPS.map((step, index) => (
            <li key={step.title} className="border-t-2 border-brand pt-5">
              <p className="text-sm font-medium text-brand" aria-hidden="true">
                {index + 1}
              </p>
              <h3 className="mt-1 text-lg font-semibold">{step.title}</h3>
              <p className="mt-2 text-[0.9375rem]/6 text-ink-soft">{step.text}</p>
              <p className="mt-3 text-sm text-ink-faint">{step.time}</p>
            </li>
          ))}
        </ol>
      </Section>
    </div>
  )
}

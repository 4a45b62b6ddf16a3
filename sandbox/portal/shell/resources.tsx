/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// What a developer prepares, such as keys: a card for each, next to a guide that says how an integration uses it.
import type { Child } from 'hono/jsx'
import { Icon, type IconName } from './icons.tsx'
import { Breakable, CopyButton, FactList } from './pieces.tsx'

interface ResourcePageProps {
  /** `Keys of Northwind` */
  label: string
  resources: readonly Child[]
  /** Shown if there is none: what follows from that. */
  none: { icon: IconName; title: string; text: Child }
  guide: Child
}

export function ResourcePage({ label, resources, none, guide }: ResourcePageProps) {
  return (
    <div class="split resource-page">
      {resources.length === 0 ? (
        <div class="empty resource-none">
          <span class="resource-icon">
            <Icon name={none.icon} />
          </span>
          <h2>{none.title}</h2>
          <p>{none.text}</p>
        </div>
      ) : (
        <ul class="cards" aria-label={label}>
          {resources}
        </ul>
      )}
      {guide}
    </div>
  )
}

interface ResourceProps {
  icon: IconName
  name: Child
  state: Child
  /** Below the name: what identifies it to a program. */
  mark: Child
  facts: readonly [string, Child][]
  /** Comes last, and is as wide as two: a list of names. */
  wideFact?: readonly [string, Child]
  actions: Child
  /** Above the facts. */
  steps?: Child
  /** It can't be used any more. */
  isOver?: boolean
  children?: Child
}

export function Resource(props: ResourceProps) {
  const { icon, name, state, mark, facts, wideFact, actions, steps, isOver = false } = props
  return (
    <li class={isOver ? 'card resource resource-over' : 'card resource'}>
      <div class="resource-head">
        <span class="resource-icon">
          <Icon name={icon} />
        </span>
        <div class="resource-name">
          <div class="card-head">
            <h2>{name}</h2>
            {state}
          </div>
          <div class="resource-mark">{mark}</div>
        </div>
      </div>
      {actions && <div class="resource-actions">{actions}</div>}
      {steps}
      <dl class="resource-facts">
        {facts.map(([fact, value]) => (
          <div>
            <dt>{fact}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {wideFact && (
          <div class="resource-fact-wide">
            <dt>{wideFact[0]}</dt>
            <dd>{wideFact[1]}</dd>
          </div>
        )}
      </dl>
      {props.children}
    </li>
  )
}

/** For a card whose name leaves no room for its actions. */
export function ActionMenu({ of, children }: { of: string; children: Child }) {
  return (
    <details class="action-menu" data-closes>
      <summary class="button button-small">
        Actions<span class="visually-hidden"> for {of}</span>
      </summary>
      <div>{children}</div>
    </details>
  )
}

interface GuideProps {
  title: string
  lead: Child
  /** A request or a header as an integration sends or gets it. */
  snippet: {
    name: string
    text: string
    /** Values are left out, so nobody would copy it. */
    isSample?: boolean
  }
  facts: [string, Child][]
}

export function Guide({ title, lead, snippet, facts }: GuideProps) {
  return (
    <section class="panel guide" aria-labelledby="guide">
      <div>
        <h2 id="guide">{title}</h2>
        <p class="muted">{lead}</p>
      </div>
      <div class="snippet">
        <div class="snippet-head">
          <span>{snippet.name}</span>
          {!snippet.isSample && <CopyButton id="snippet" name={snippet.name} />}
        </div>
        <section class="json" tabindex={0} aria-label={snippet.name}>
          <pre id="snippet">
            <Breakable text={snippet.text} />
          </pre>
        </section>
      </div>
      <FactList facts={facts} />
    </section>
  )
}

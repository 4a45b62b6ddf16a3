/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// One revision of a template: what it does, whether inquiries can be opened with it, and what can be done about it.
import type { Revision } from '../../state/entities.ts'
import { Badge, Instant } from '../shell/pieces.tsx'
import { capabilityInWords, eventInWords } from '../shell/words.ts'

export function RevisionCard({ revision }: { revision: Revision }) {
  const { id, number, definition, publishedAt, enabled } = revision
  const name = `Revision ${number}`
  return (
    <li class="card">
      <div class="card-head">
        <h3>{name}</h3>
        <Badge tone={publishedAt === null ? 'wait' : 'good'}>
          {publishedAt === null ? 'draft' : 'published'}
        </Badge>
        {!enabled && <Badge tone="plain">disabled</Badge>}
      </div>
      <dl class="facts">
        <div>
          <dt>Revision id</dt>
          <dd>
            <code>{id}</code>
          </dd>
        </div>
        <div>
          <dt>Steps</dt>
          <dd>{definition.steps.map(capabilityInWords).join(' → ')}</dd>
        </div>
        <div>
          <dt>Events</dt>
          <dd>{definition.webhooks?.subscribe.map(eventInWords).join(', ') || 'None'}</dd>
        </div>
        <div>
          <dt>Published</dt>
          <dd>{publishedAt === null ? 'Not yet' : <Instant at={publishedAt} />}</dd>
        </div>
      </dl>
      <details class="source">
        <summary>Definition</summary>
        <pre>{JSON.stringify({ definition }, null, 2)}</pre>
      </details>
      <div class="card-actions">
        {publishedAt === null && <Act path={`${id}/publish`} label="Publish" of={name} primary />}
        {enabled ? (
          <Act path={`${id}/disable`} label="Disable" of={name} />
        ) : (
          <Act path={`${id}/enable`} label="Enable" of={name} />
        )}
      </div>
    </li>
  )
}

function Act(props: { path: string; label: string; of: string; primary?: boolean }) {
  return (
    <form method="post" action={`/portal/revisions/${props.path}`}>
      <button class={props.primary ? 'button button-primary' : 'button'} type="submit">
        {props.label}
        <span class="visually-hidden"> {props.of.toLowerCase()}</span>
      </button>
    </form>
  )
}

/** @jsxRuntime automatic @jsxImportSource hono/jsx */
// One revision of a template: its definition, its state and its actions.
import type { Revision } from '../../state/entities.ts'
import { Badge, Copied, Json, Since } from '../shell/pieces.tsx'
import { capabilityInWords, eventInWords } from '../shell/words.ts'

export function RevisionState({ revision: { publishedAt, enabled } }: { revision: Revision }) {
  if (publishedAt === null) return <Badge tone="wait">Draft</Badge>
  return enabled ? <Badge tone="good">Published</Badge> : <Badge tone="plain">Disabled</Badge>
}

export function RevisionCard({ revision, nowMs }: { revision: Revision; nowMs: number }) {
  const { id, number, definition, publishedAt, enabled } = revision
  const name = `Revision ${number}`
  return (
    <li class="card">
      <div class="card-head">
        <h3>{name}</h3>
        <RevisionState revision={revision} />
        {publishedAt === null && !enabled && <Badge tone="plain">Disabled</Badge>}
        <div class="card-actions card-head-end">
          {enabled ? (
            <Act path={`${id}/disable`} label="Disable" of={name} />
          ) : (
            <Act path={`${id}/enable`} label="Enable" of={name} />
          )}
          {publishedAt === null && <Act path={`${id}/publish`} label="Publish" of={name} primary />}
        </div>
      </div>
      <dl class="facts">
        <div>
          <dt>Revision ID</dt>
          <dd>
            <Copied id={`revision-${number}`} name={`ID of ${name.toLowerCase()}`} text={id} />
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
          <dd>{publishedAt === null ? 'Not yet' : <Since at={publishedAt} nowMs={nowMs} />}</dd>
        </div>
      </dl>
      <details class="source">
        <summary>Definition</summary>
        <Json
          name={`Definition of ${name.toLowerCase()}`}
          text={JSON.stringify({ definition }, null, 2)}
        />
      </details>
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

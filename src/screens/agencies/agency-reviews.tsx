import { useInfiniteQuery } from '@tanstack/react-query'
import type { Agency, AgencyMember } from '../../../contract/agency-shapes.ts'
import { mayReview, supervises } from '../../../contract/policy/supervision.ts'
import { m } from '../../paraglide/messages.js'
import { reviewsQuery } from '../../queries/reviews.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import type { AgencyPanelProps } from './agency-panel.ts'
import { PagedRows } from './paged-rows.tsx'
import { nameOf } from './person.tsx'
import { ReviewQueue } from './review-queue.tsx'
import { ReviewRow } from './review-row.tsx'

/** What supervisors think of what operators write: theirs to give, and an operator's own to read (product §86). */
export function AgencyReviews(props: AgencyPanelProps) {
  return supervises(props.agency.role) ? (
    <Supervision {...props} />
  ) : (
    <ReviewList agency={props.agency} operator={undefined} />
  )
}

function Supervision({ agency, shown, onShow }: AgencyPanelProps) {
  const operators = agency.members.filter((it) => isReviewed(agency, it))
  const operator = operators.find((it) => it.user.id === shown.operator) ?? operators[0]
  const list = shown.list ?? 'to_review'
  if (operator === undefined)
    return (
      <EmptyState scene="masks" title={m.reviews_no_operators()}>
        {m.reviews_no_operators_text()}
      </EmptyState>
    )
  return (
    <>
      <Field label={m.reviews_operator()} className="px-4 py-3 sm:max-w-sm sm:px-6">
        <Select
          value={list === 'given' ? (shown.operator ?? '') : operator.user.id}
          onChange={(event) => onShow({ operator: event.target.value || undefined })}
        >
          {list === 'given' && <option value="">{m.agencies_everybody()}</option>}
          {operators.map(({ user }) => (
            <option key={user.id} value={user.id}>
              {nameOf(user)}
            </option>
          ))}
        </Select>
      </Field>
      <Tabs
        label={m.reviews_title()}
        tabs={[
          { id: 'to_review', label: m.reviews_to_review() },
          { id: 'all', label: m.reviews_all() },
          { id: 'given', label: m.reviews_given() },
        ]}
        value={list}
        onChange={(id) => onShow({ list: id === 'to_review' ? undefined : id })}
        panelId="reviews"
      />
      <div id="reviews" role="tabpanel">
        {list === 'given' ? (
          <ReviewList agency={agency} operator={shown.operator} />
        ) : (
          <ReviewQueue agency={agency} operator={operator.user} show={list} />
        )}
      </div>
    </>
  )
}

const isReviewed = (agency: Agency, member: AgencyMember): boolean =>
  member.id !== agency.my_member_id && mayReview(agency.role, member.role)

function ReviewList({ agency, operator }: { agency: Agency; operator: string | undefined }) {
  const list = useInfiniteQuery(reviewsQuery(agency.id, operator))
  return (
    <PagedRows
      list={list}
      nothing={
        <EmptyState scene="masks" title={m.reviews_none()}>
          {operator === undefined ? m.reviews_none_own() : m.reviews_none_given()}
        </EmptyState>
      }
    >
      {(rows) => (
        <ul className="divide-y divide-hairline">
          {rows.map((review) => (
            <ReviewRow key={review.id} agency={agency} review={review} />
          ))}
        </ul>
      )}
    </PagedRows>
  )
}

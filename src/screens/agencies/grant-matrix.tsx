import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { GrantPair } from '../../../contract/agency-shapes.ts'
import { managesAgency } from '../../../contract/policy/supervision.ts'
import { dayText } from '../../lib/dates.ts'
import { m } from '../../paraglide/messages.js'
import { agencyKeys } from '../../queries/agencies.ts'
import { grantsQuery } from '../../queries/agency-team.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RowCheck } from '../../ui/row-check.tsx'
import { Select } from '../../ui/select.tsx'
import { TypedSearch } from '../../ui/typed-search.tsx'
import type { AgencyPanelProps } from './agency-panel.ts'
import { FlagBadges } from './flag-badges.tsx'
import { GrantSheet } from './grant-sheet.tsx'
import { PagedRows, rowsOf } from './paged-rows.tsx'
import { nameOf, Person } from './person.tsx'
import { SeveralBar } from './several-bar.tsx'
import { allOf, fits, isChosen, toggled } from './several-pairs.ts'
import { ShiftLine } from './shift-line.tsx'
import { useShiftChange } from './use-shift-change.ts'

/** Who may do what as whom: one block per creator, one line per member, page by page and by name (product §33, §76). */
export function GrantMatrix({ agency, shown, onShow }: AgencyPanelProps) {
  const [edited, setEdited] = useState<GrantPair | null>(null)
  /** What is chosen to be set together; null while nothing is chosen. */
  const [chosen, setChosen] = useState<readonly GrantPair[] | null>(null)
  const pairs = useInfiniteQuery(grantsQuery(agency.id, shown))
  const manages = managesAgency(agency.role)
  useShiftChange(
    rowsOf(pairs.data).map((it) => it.grant?.shift),
    agencyKeys.one(agency.id),
  )
  if (!agency.creators.some((it) => it.status === 'active'))
    return (
      <EmptyState scene="seats" title={m.agencies_no_creators()}>
        {m.agencies_no_rights_text()}
      </EmptyState>
    )
  return (
    <>
      <MatrixFilters shown={shown} onShow={onShow} manages={manages} />
      <PagedRows list={pairs}>
        {(rows) => (
          <>
            {manages && chosen === null && rows.length > 1 && (
              <div className="flex justify-end px-4 pt-3 sm:px-6">
                <Button size="sm" onClick={() => setChosen([])}>
                  {m.agencies_several()}
                </Button>
              </div>
            )}
            {byCreator(rows).map(([creator, ofCreator]) => (
              <section key={creator.id} aria-label={nameOf(creator.user)} className="border-hairline border-b py-3">
                <h2 className="px-4 font-bold sm:px-6">{nameOf(creator.user)}</h2>
                <div className="flex flex-wrap items-center gap-2 px-4 py-2 text-ink-soft text-sm sm:px-6">
                  {m.agencies_ceiling()} <FlagBadges permissions={creator.ceiling} />
                </div>
                {ofCreator.map((pair) => (
                  <GrantRow key={pair.member.id} pair={pair}>
                    {chosen !== null
                      ? fits(pair, chosen) && <Choice pair={pair} chosen={chosen} onChoose={setChosen} />
                      : manages && <EditGrant pair={pair} onEdit={setEdited} />}
                  </GrantRow>
                ))}
              </section>
            ))}
          </>
        )}
      </PagedRows>
      {chosen !== null && (
        <SeveralBar agencyId={agency.id} chosen={chosen} all={allOf(rowsOf(pairs.data))} onChoose={setChosen} />
      )}
      {edited && (
        <GrantSheet
          key={edited.member.id + edited.creator.id}
          agencyId={agency.id}
          pair={edited}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  )
}

/** The pairs in the order of the list, together by creator. */
const byCreator = (pairs: readonly GrantPair[]) =>
  [...Map.groupBy(pairs, (it) => it.creator.id).values()].flatMap((of) =>
    of[0] === undefined ? [] : [[of[0].creator, of] as const],
  )

function MatrixFilters({ shown, onShow, manages }: Omit<AgencyPanelProps, 'agency'> & { manages: boolean }) {
  return (
    <div className="flex flex-wrap gap-2 border-hairline border-b px-4 py-3 sm:px-6">
      <div className="flex min-w-60 flex-1">
        <TypedSearch
          label={m.agencies_search_creator()}
          value={shown.creator ?? ''}
          onChange={(creator) => onShow({ creator: creator || undefined })}
        />
      </div>
      {manages && (
        <div className="flex min-w-60 flex-1">
          <TypedSearch
            label={m.agencies_search_member()}
            value={shown.member ?? ''}
            onChange={(member) => onShow({ member: member || undefined })}
          />
        </div>
      )}
      <Select
        aria-label={m.agencies_rights()}
        className="min-w-60 flex-1"
        value={shown.given ?? ''}
        onChange={({ target }) => onShow({ given: target.value === 'yes' ? 'yes' : undefined })}
      >
        <option value="">{m.agencies_given_or_not()}</option>
        <option value="yes">{m.agencies_given_only()}</option>
      </Select>
    </div>
  )
}

function GrantRow({ pair: { member, grant }, children }: { pair: GrantPair; children: ReactNode }) {
  return (
    <Person user={member.user} actions={children}>
      {grant ? <FlagBadges permissions={grant.permissions} /> : m.agencies_no_access()}
      <ShiftLine shift={grant?.shift} />
      {grant?.until && <span className="block">{m.agencies_until({ date: dayText(grant.until) })}</span>}
    </Person>
  )
}

const pairName = ({ member, creator }: GrantPair) =>
  m.agencies_edit_rights_of({ member: nameOf(member.user), creator: nameOf(creator.user) })

function EditGrant({ pair, onEdit }: { pair: GrantPair; onEdit: (pair: GrantPair) => void }) {
  const word = pair.grant ? m.agencies_edit() : m.agencies_give()
  return (
    <Button size="sm" aria-label={`${word}: ${pairName(pair)}`} onClick={() => onEdit(pair)}>
      {word}
    </Button>
  )
}

type ChoiceProps = {
  pair: GrantPair
  chosen: readonly GrantPair[]
  onChoose: (chosen: readonly GrantPair[]) => void
}

function Choice({ pair, chosen, onChoose }: ChoiceProps) {
  return (
    <RowCheck
      label={pairName(pair)}
      checked={isChosen(pair, chosen)}
      onChange={() => onChoose(toggled(pair, chosen))}
    />
  )
}

import { useState } from 'react'
import type { Agency } from '../../../contract/agency-shapes.ts'
import { dayText } from '../../lib/dates.ts'
import { m } from '../../paraglide/messages.js'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FlagBadges } from './flag-badges.tsx'
import { GrantSheet } from './grant-sheet.tsx'
import { nameOf, Person } from './person.tsx'

type Pair = { member: Agency['members'][number]; creator: Agency['creators'][number] }

/** Who may do what as whom: one block per creator, one line per member (product §33). */
export function GrantMatrix({ agency }: { agency: Agency }) {
  const [edited, setEdited] = useState<Pair | null>(null)
  const manages = agency.role !== 'operator'
  const creators = agency.creators.filter((it) => it.status === 'active')
  if (creators.length === 0)
    return <EmptyState title={m.agencies_no_creators()}>{m.agencies_no_rights_text()}</EmptyState>
  return (
    <>
      {creators.map((creator) => (
        <section key={creator.id} aria-label={nameOf(creator.user)} className="border-hairline border-b py-3">
          <h2 className="px-4 font-bold sm:px-6">{nameOf(creator.user)}</h2>
          <div className="flex flex-wrap items-center gap-2 px-4 py-2 text-ink-soft text-sm sm:px-6">
            {m.agencies_ceiling()} <FlagBadges permissions={creator.ceiling} />
          </div>
          {agency.members
            .filter((member) => (manages || member.id === agency.my_member_id) && member.user.id !== creator.user.id)
            .map((member) => (
              <GrantRow
                key={member.id}
                agency={agency}
                pair={{ member, creator }}
                onEdit={manages ? setEdited : null}
              />
            ))}
        </section>
      ))}
      {edited && (
        <GrantSheet
          key={edited.member.id + edited.creator.id}
          agency={agency}
          {...edited}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  )
}

function GrantRow({ agency, pair, onEdit }: { agency: Agency; pair: Pair; onEdit: ((pair: Pair) => void) | null }) {
  const grant = agency.grants.find((it) => it.member_id === pair.member.id && it.creator_id === pair.creator.id)
  const word = grant ? m.agencies_edit() : m.agencies_give()
  return (
    <Person
      user={pair.member.user}
      actions={
        onEdit && (
          <Button
            size="sm"
            aria-label={`${word}: ${m.agencies_edit_rights_of({ member: nameOf(pair.member.user), creator: nameOf(pair.creator.user) })}`}
            onClick={() => onEdit(pair)}
          >
            {word}
          </Button>
        )
      }
    >
      {grant ? <FlagBadges permissions={grant.permissions} /> : m.agencies_no_access()}
      {grant?.until && <span className="block">{m.agencies_until({ date: dayText(grant.until) })}</span>}
    </Person>
  )
}

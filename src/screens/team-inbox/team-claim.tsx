import { useEffect, useState } from 'react'
import type { Claim } from '../../../contract/team-inbox.ts'
import { errorMessage } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { type TeamPlace, useClaimConversation } from '../../queries/team-inbox.ts'
import { toast } from '../../stores/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { HandOverSheet } from '../agencies/hand-over-sheet.tsx'
import { nameOf } from '../agencies/person.tsx'
import { useViewer } from '../frame/viewer-context.ts'

/** Who is on the conversation, the note left for them, and how to take it, hand it over or let it go. */
export function TeamClaim({ place, claim: known }: { place: TeamPlace; claim: Claim | null }) {
  const me = useViewer()?.id
  const claim = useRunning(known)
  const { mutate, isPending } = useClaimConversation()
  const [isHanding, setIsHanding] = useState(false)
  const holder = claim?.operator ?? null
  const isMine = holder?.id === me
  const target = { agency_id: place.agencyId, creator_id: place.creatorId, fan_id: place.fanId }
  const onError = (error: unknown) => void toast(errorMessage(error), { type: 'error' })
  return (
    <div data-team className="border-hairline border-b bg-sunken px-4 py-1 text-sm">
      <div className="flex min-h-11 flex-wrap items-center gap-2">
        <span aria-live="polite" className="mr-auto flex items-center gap-2 font-semibold">
          <Icon name="users" className="size-4 shrink-0 text-ink-soft" />
          {holder === null
            ? m.team_inbox_free()
            : isMine
              ? m.agencies_inbox_by_me()
              : m.agencies_inbox_by({ name: nameOf(holder) })}
        </span>
        {holder === null && (
          <Button size="sm" busy={isPending} onClick={() => mutate(target, { onError })}>
            {m.agencies_inbox_claim()}
          </Button>
        )}
        {(holder === null || isMine) && (
          <Button size="sm" onClick={() => setIsHanding(true)}>
            {m.agencies_inbox_hand_over()}
          </Button>
        )}
        {isMine && (
          <Button size="sm" busy={isPending} onClick={() => mutate({ ...target, operator_id: null }, { onError })}>
            {m.agencies_inbox_release()}
          </Button>
        )}
      </div>
      {known?.note && <p className="mb-2 border-brass border-l-2 pl-2">{known.note}</p>}
      {isHanding && <HandOverSheet place={place} note={known?.note ?? ''} onClose={() => setIsHanding(false)} />}
    </div>
  )
}

/** A claim while its lease runs; it ends by itself. */
function useRunning(claim: Claim | null): Claim | null {
  const [now, setNow] = useState(() => Date.now())
  const until = claim?.until == null ? null : Date.parse(claim.until)
  useEffect(() => {
    if (until === null) return
    const timer = setTimeout(() => setNow(Date.now()), Math.max(0, until - Date.now()) + 50)
    return () => clearTimeout(timer)
  }, [until])
  return until !== null && until <= now ? null : claim
}

import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { AudienceFilter } from '../../../contract/audience-filter.ts'
import { fansPerChoice } from '../../../contract/limits.ts'
import { m } from '../../paraglide/messages.js'
import { useBeginBroadcast } from '../../queries/broadcasts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useClosed } from '../frame/use-closed.ts'
import { choiceOf, type Selection } from './selection.ts'

/** Opens the channel with the chosen fans as the audience; what is being written there stays. */
export function MessageFans({ selection, filter }: { selection: Selection; filter: AudienceFilter }) {
  const navigate = useNavigate()
  const begin = useBeginBroadcast()
  const [isBusy, setBusy] = useState(false)
  const closed = useClosed('can_chat')
  const tooMany = selection.ids.size > fansPerChoice ? m.audience_too_many() : null
  const write = () => {
    setBusy(true)
    begin({ audience: 'chosen', choice: choiceOf(selection, filter), list_id: null, again_of: null, exclude: [] })
      .then(
        () => navigate({ to: '/chat/creator-channel' }),
        // The failure has a toast of its own.
        () => undefined,
      )
      .finally(() => setBusy(false))
  }
  return (
    <Button variant="primary" busy={isBusy} disabledReason={closed ?? tooMany} onClick={write}>
      <Icon name="megaphone" className="size-5" />
      {m.audience_message()}
    </Button>
  )
}

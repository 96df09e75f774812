import { m } from '../../paraglide/messages.js'
import { ClosedByFlag } from '../frame/closed-here.tsx'
import { Frame } from '../frame/frame.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { BroadcastComposer } from './broadcast-composer.tsx'
import { BroadcastHistory } from './broadcast-history.tsx'
import { OwnCopy } from './copy-to-self.tsx'
import { FanChannel } from './fan-channel.tsx'

/** A creator writes to an audience here and sees what became of it; a fan reads what creators wrote (product §31). */
export function ChannelScreen() {
  const viewer = useViewer()
  const isCreator = viewer?.is_creator === true
  const flags = viewer?.acting_as?.permissions
  const missing = flags && (['can_chat', 'can_social'] as const).find((flag) => flags[flag] !== true)
  return (
    <Frame title={m.title_chat_channel()} back={isCreator ? '/chat?mode=creator' : '/chat'}>
      {missing ? (
        <ClosedByFlag flag={missing} />
      ) : isCreator ? (
        <>
          <OwnCopy />
          <BroadcastComposer />
          <BroadcastHistory />
        </>
      ) : (
        <FanChannel />
      )}
    </Frame>
  )
}

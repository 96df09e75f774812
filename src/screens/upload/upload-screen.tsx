import { Link } from '@tanstack/react-router'
import { type CreateStep, createSteps } from '../../lib/create-steps.ts'
import { m } from '../../paraglide/messages.js'
import { buttonClasses } from '../../ui/button-classes.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { tabClasses, tabListClasses } from '../../ui/tabs.tsx'
import { Archived } from '../composer/archived.tsx'
import { Drafts } from '../composer/drafts.tsx'
import { EditPost } from '../composer/edit-post.tsx'
import { NewPost } from '../composer/new-post.tsx'
import { ClosedByFlag } from '../frame/closed-here.tsx'
import { Frame } from '../frame/frame.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { Uploader } from './uploader.tsx'

type UploadScreenProps = {
  step: CreateStep
  /** The post that is being changed. */
  post?: string | undefined
  /** Media that the new post begins with. */
  media: readonly string[]
}

/** Where creators upload and write posts; a fan sees how to become one (product §19). */
export function UploadScreen({ step, post, media }: UploadScreenProps) {
  const viewer = useViewer()
  if (!viewer?.is_creator) return <FanScreen />
  const may = viewer.acting_as?.permissions
  const closed = step === 'files' ? may?.can_medias === false : may?.can_social === false
  return (
    <Frame title={m.title_upload()}>
      <nav aria-label={m.upload_tabs()} className={tabListClasses}>
        {createSteps.map((createStep) => (
          <Link
            key={createStep}
            to="/upload"
            search={{ step: createStep === 'files' ? undefined : createStep }}
            activeOptions={stepOnly}
            aria-current={createStep === step ? 'page' : undefined}
            className={tabClasses}
          >
            {stepName(createStep)}
          </Link>
        ))}
      </nav>
      {closed ? (
        <ClosedByFlag flag={step === 'files' ? 'can_medias' : 'can_social'} />
      ) : (
        <Step step={step} post={post} media={media} />
      )}
    </Frame>
  )
}

function Step({ step, post, media }: UploadScreenProps) {
  if (step === 'drafts') return <Drafts />
  if (step === 'archived') return <Archived />
  if (step === 'files') return <Uploader />
  return post ? <EditPost key={post} id={post} /> : <NewPost key={media.join()} mediaIds={media} />
}

function FanScreen() {
  const action = (
    <Link to="/creator" className={buttonClasses({ variant: 'primary' })}>
      {m.upload_fan_action()}
    </Link>
  )
  return (
    <Frame title={m.title_upload()}>
      <EmptyState scene="curtain" title={m.upload_fan_title()} action={action}>
        {m.upload_fan_text()}
      </EmptyState>
    </Frame>
  )
}

/** A tab is the page of the address only when the step is the same, whatever else the address says. */
const stepOnly = { exact: true } as const

function stepName(step: CreateStep): string {
  return {
    files: m.upload_tab_files,
    post: m.upload_tab_post,
    drafts: m.upload_tab_drafts,
    archived: m.upload_tab_archived,
  }[step]()
}

import { escapeHtml } from '../../api/platform/http/escape-html.ts'
import type { Shot } from './picture.ts'

/** The page that shows all pictures, those of one page beside each other. */
export function indexOf(shots: readonly Shot[]): string {
  const pages = Map.groupBy(shots, (shot) => shot.path)
  const sections = [...pages].map(
    ([path, ofPath]) => `<h2>${escapeHtml(path)}</h2><div>${ofPath.map(figure).join('')}</div>`,
  )
  return `<!doctype html><meta charset="utf-8"><title>Shots</title><style>${styles}</style>${sections.join('')}`
}

function figure({ viewer, size, theme, language, status, file, problems }: Shot): string {
  const label = [viewer, size, theme, language, status ?? ''].join(' · ')
  const wrong = problems.length > 0 ? `<b>${escapeHtml(problems.join(' | '))}</b>` : ''
  const at = escapeHtml(file)
  return `<a href="${at}"><img loading="lazy" src="${at}" alt=""><span>${escapeHtml(label)}</span>${wrong}</a>`
}

const styles =
  'body{font:14px system-ui;margin:24px;background:#eee}div{display:flex;flex-wrap:wrap;gap:16px}a{width:240px;color:inherit}img{width:100%;max-height:420px;object-fit:cover;object-position:top;border:1px solid #bbb}span,b{display:block}b{color:#a00;font-weight:400}'

/**
 * For Start 1.170, which names the code of a page in its head and asks for it while the browser reads the page: takes
 * these tags out of a rendered page and puts a script in their place that asks for the same files once the page and its
 * largest picture are painted. On a slow line the code is half of what a first visit loads, and shared the line with
 * that picture. What is pressed before asks for it at once, and waits for it (`src/lib/replay-click.ts`). A page without
 * these tags is left as it is.
 */
export function codeAfterPaint(html: string): string {
  const entry = entryTag.exec(html)
  if (entry === null) return html
  const [tag, source = '', nonce = ''] = entry
  const files: string[] = []
  const rest = html.slice(0, entry.index).replace(preloadTag, (_, file: string) => {
    if (file !== source) files.push(file)
    return ''
  })
  const script = `<script${nonce}>(${askAfterPaint})(${JSON.stringify([source, ...files])})</script>`
  return rest + script + html.slice(entry.index + tag.length)
}

const entryTag = /<script type="module" async="" src="([^"]+)"( nonce="[^"]*")?[^>]*><\/script>/
const preloadTag = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g

/**
 * Runs in the page: the entry comes first in `files`. A picture that takes longer than a second does not hold the code
 * up; a tab in the background paints nothing, so it asks at once.
 */
const askAfterPaint = `f=>{let d=document,done,ask=()=>{if(done)return;done=1;f.forEach((u,i)=>{let e=d.createElement(i?'link':'script');d.head.append(Object.assign(e,i?{rel:'modulepreload',href:u}:{type:'module',async:true,src:u}))})};if(d.visibilityState==='hidden')return ask();setTimeout(ask,1e3);['pointerdown','keydown'].forEach(t=>addEventListener(t,ask,{once:true,capture:true}));Promise.all([new Promise(r=>new PerformanceObserver(r).observe({type:'paint',buffered:true})),...[...d.images].filter(e=>e.fetchPriority==='high').map(e=>e.decode().catch(()=>0))]).then(()=>requestAnimationFrame(()=>setTimeout(ask)))}`

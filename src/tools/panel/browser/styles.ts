/** The styles of an open panel. The colours are those of the documentation. */
export const styles: string = `
.frame {
  --paper: light-dark(#fffdfa, #16140f); --sheet: light-dark(#f9f5ee, #1e1b16); --raised: light-dark(#fff, #26221c);
  --ink: light-dark(#231f1a, #ece6db); --soft: light-dark(#635b50, #b0a695); --line: light-dark(#e8e0d4, #353028);
  --accent: light-dark(#9a3226, #f2a594); --on-accent: light-dark(#fffaf4, #2b0f0a); --tint: light-dark(#f8ebe5, #35221d);
  --good: light-dark(#2a6140, #9fd3ad); --bar-colour: light-dark(#c9bfae, #5a5245);
  --mono: ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, 'Liberation Mono', monospace;
  position: fixed; inset: auto 0 0; z-index: 2147483647; height: var(--height); display: flex; flex-direction: column;
  box-sizing: border-box; border-top: 1px solid var(--line); background: var(--paper); color: var(--ink); color-scheme: light dark;
  font: 13px/1.5 system-ui, -apple-system, 'Segoe UI', 'Liberation Sans', sans-serif; text-align: left;
  box-shadow: 0 -6px 24px light-dark(#231f1a1f, #0008); container-type: inline-size;
}
.frame.own { inset: 0; height: auto; border: 0 }
.frame *, .frame ::before { box-sizing: border-box }
.frame [hidden] { display: none }
button, input, summary { font: inherit; color: inherit }
button, summary, a, label, .row { cursor: pointer }
:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; border-radius: 4px }
.edge { position: absolute; inset: -4px 0 auto; height: 8px; cursor: ns-resize; touch-action: none }
.bar { display: flex; align-items: center; gap: 4px; padding: 0 8px; min-height: 36px; border-bottom: 1px solid var(--line); background: var(--sheet) }
.tabs { display: flex; flex: 1; min-width: 0; overflow-x: auto; scrollbar-width: none }
.tabs button { height: 36px; padding: 0 12px; border: 0; border-bottom: 2px solid transparent; background: none; color: var(--soft); white-space: nowrap }
.tabs button:hover { color: var(--ink) }
.tabs button[aria-selected=true] { border-bottom-color: var(--accent); color: var(--ink) }
.status { color: var(--soft); font-size: 12px; padding: 0 8px; white-space: nowrap }
.frame .icon, summary { display: grid; place-items: center; width: 28px; height: 28px; padding: 0; border: 0; border-radius: 6px; background: none; color: var(--soft); font-size: 16px; text-decoration: none; list-style: none }
.frame .icon:hover { background: var(--tint); color: var(--ink) }
summary::-webkit-details-marker { display: none }
.menu { position: relative }
.menu div { position: absolute; right: 0; top: 32px; z-index: 2; padding: 4px; border: 1px solid var(--line); border-radius: 8px; background: var(--raised); box-shadow: 0 4px 16px #0003 }
.menu div button { padding: 6px 12px; border: 0; border-radius: 5px; background: none; white-space: nowrap }
.menu div button:hover { background: var(--tint) }
.body { display: grid; grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); flex: 1; min-height: 0 }
.left { position: relative; display: flex; flex-direction: column; min-height: 0; border-right: 1px solid var(--line) }
.controls { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 12px; padding: 6px 12px; border-bottom: 1px solid var(--line); color: var(--soft) }
.controls:empty, .foot:empty { display: none }
.controls label { display: flex; align-items: center; gap: 4px; white-space: nowrap }
.controls input[type=checkbox] { margin: 0; accent-color: var(--accent) }
.controls input:not([type=checkbox]), .controls select { flex: 1 1 8em; min-width: 0; height: 26px; padding: 0 8px; border: 1px solid var(--line); border-radius: 6px; background: var(--raised); color: var(--ink); font: inherit }
.controls select { flex: none }
.foot { padding: 6px 12px; border-top: 1px solid var(--line); color: var(--soft); font-size: 12px; max-height: 40%; overflow: auto }
.list { flex: 1; min-height: 0; overflow: auto; overscroll-behavior: contain }
.row { display: flex; align-items: center; gap: 10px; min-height: 28px; padding: 0 12px; border-left: 3px solid transparent }
.row:hover { background: var(--sheet) }
.row[aria-selected=true] { background: var(--tint); border-left-color: var(--accent) }
.row > * { flex: none; white-space: nowrap; overflow: hidden; text-overflow: ellipsis }
.path { display: inline-flex; max-width: 100%; vertical-align: bottom }
.path > :first-child { overflow: hidden; text-overflow: ellipsis }
.path > * { flex: 0 1 auto; white-space: pre }
.path > :last-child { flex: none }
.row .path, .row .grow { flex: 1 1 0; min-width: 0 }
.row .verdict + .path { flex: none; max-width: 50% }
.row .method { min-width: 4.4em; color: var(--soft); font-size: 11px; font-weight: 600; letter-spacing: .03em }
.row .number { min-width: 4em }
.row .cause { width: 6.2em }
.row .result { min-width: 3em; text-align: right; font-variant-numeric: tabular-nums }
.row.bad .result, .row.bad .grow { color: var(--accent); font-weight: 600 }
.row.bad .result::before { content: '! ' }
.pill { position: absolute; z-index: 1; left: 50%; top: 48px; transform: translateX(-50%); padding: 2px 12px; border: 0; border-radius: 12px; background: var(--accent); color: var(--on-accent) }
.empty { margin: auto; padding: 16px 24px; color: var(--soft); text-align: center; text-wrap: balance }
.detail { overflow: auto; overscroll-behavior: contain; padding: 12px 20px 24px; display: flex; flex-direction: column; align-items: stretch }
.detail > * { flex: none }
.back { display: none }
h2 { margin: 0 0 2px; font-size: 14px; font-weight: 600; overflow-wrap: anywhere; white-space: pre-wrap }
h3 { margin: 16px 0 4px; font-size: 12px; font-weight: 600; color: var(--soft) }
p { margin: 4px 0 }
.lead { font-size: 14px; margin-bottom: 8px }
.soft { color: var(--soft) }
.mono { font-family: var(--mono); font-size: .94em }
.number { text-align: right; font-variant-numeric: tabular-nums }
.alert { padding: 6px 10px; border-left: 3px solid var(--accent); background: var(--tint); border-radius: 0 6px 6px 0 }
.frame a, .jump { color: var(--accent); text-underline-offset: .2em }
.jump { padding: 0; border: 0; background: none; text-align: left; text-decoration: underline; overflow-wrap: anywhere }
dl { display: grid; grid-template-columns: fit-content(45%) minmax(0, 1fr); gap: 2px 16px; margin: 4px 0 }
dl:empty { display: none }
dt { color: var(--soft); overflow-wrap: anywhere }
dd { margin: 0; overflow-wrap: anywhere; font-family: var(--mono); font-size: .94em }
dd .mono { font-size: inherit }
.tags { display: inline-flex; flex-wrap: wrap; gap: 4px }
.tag { padding: 0 7px; border: 1px solid var(--line); border-radius: 9px; font-family: var(--mono); font-size: .9em }
.tag.met { border-color: var(--good); color: var(--good); font-weight: 600 }
table { width: 100%; border-collapse: collapse; font: inherit; margin: 4px 0 8px }
caption { caption-side: bottom; color: var(--soft); text-align: left }
th { text-align: left; font-weight: 400 }
thead th { color: var(--soft); font-size: 12px; font-weight: 400; padding-bottom: 4px }
.timeline { table-layout: fixed }
.timeline th:first-child { width: 36% }
.timeline td:last-child, .timeline thead th:last-child { width: 104px; text-align: right; padding-left: 8px; white-space: nowrap; overflow: hidden; text-overflow: ellipsis }
.timeline tbody th { height: 24px; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; color: var(--soft); padding-right: 8px }
.timeline tbody th .mono { color: var(--ink) }
.timeline th .path { max-width: calc(100% - 6em) }
.timeline th.nested { padding-left: 16px }
.timeline tr.waited th, .timeline tr.waited .number { color: var(--accent); font-weight: 600 }
.timeline tr.waited th .mono { color: inherit }
.lane { position: relative; background: linear-gradient(var(--line), var(--line)) 0 100% / 100% 1px no-repeat }
.bar-of { position: absolute; top: 7px; height: 10px; min-width: 2px; border-radius: 3px; background: var(--bar-colour) }
.waited .bar-of { background: var(--accent) }
.bar-of.open { border-radius: 3px 0 0 3px; mask: linear-gradient(90deg, #000 60%, transparent) }
.ready { position: absolute; top: 0; bottom: 0; width: 0; border-left: 1px dashed var(--soft) }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
.reasons td, .reasons tbody th { padding: 5px 12px 5px 0; border-top: 1px solid var(--line); vertical-align: top }
.reasons .mono { overflow-wrap: anywhere }
.reasons td:nth-child(3) { white-space: nowrap }
.verdict { color: var(--soft); white-space: nowrap }
.verdict.ran { color: var(--good); font-weight: 600 }
.columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(220px, 1fr)); gap: 0 24px; padding: 0 12px 8px; margin: 4px 0 8px; border: 1px solid var(--line); border-radius: 8px; background: var(--sheet) }
pre { margin: 8px 0; padding: 10px 12px; overflow: auto; border-radius: 6px; background: var(--sheet); font: 12px/1.5 var(--mono); white-space: pre }
ol, ul { margin: 4px 0; padding: 0; list-style: none }
details > summary { display: block; width: auto; height: auto; font-size: inherit; color: inherit; text-align: left }
.tree details > summary::before { content: '▸ '; color: var(--soft) }
.tree details[open] > summary::before { content: '▾ ' }
.tree { font: 12px/1.6 var(--mono) }
.tree > div > div, .tree details > div { padding-left: 16px }
.tree .key { color: var(--soft) }
.winner { padding: 10px 12px; margin: 0 0 8px; border: 1px solid var(--good); border-radius: 8px; background: var(--sheet) }
@container (max-width: 640px) {
  .body { grid-template-columns: minmax(0, 1fr) }
  .left { border-right: 0 }
  .detail { display: none; padding: 8px 12px 24px }
  .body.chosen .left { display: none }
  .body.chosen .detail { display: flex }
  .back { display: block; align-self: flex-start; margin: 0 0 8px; padding: 3px 12px 3px 8px; border: 1px solid var(--line); border-radius: 6px; background: var(--raised) }
  .status { display: none }
  .tabs button { padding: 0 9px }
  .timeline th:first-child { width: 44% }
  .reasons :is(td, th):nth-child(3) { display: none }
  .row .soft:not(.number) { display: none }
}
`

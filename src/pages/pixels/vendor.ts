import { type Inline, inline, type Sources } from '../policy.ts';

/** One vendor's tag: whatever the ids, the same script; they stand beside it as data. */
export interface Vendor {
  /** As visitors know it. */
  name: string;
  script: Inline;
  /** The vendor's own hosts, and the script's hash; nobody else is let in. */
  sources: Sources;
}

/** The hosts that a tag really asks, by what it asks them for. */
export interface VendorHosts {
  script: string[];
  img?: string[];
  connect?: string[];
  frame?: string[];
}

function toOrigins(hosts: string[] = []): string[] {
  return hosts.map((host) => `https://${host}`);
}

// Async as in the vendors' own snippets. A script or picture that is asked for before the page has loaded holds its `load` back.
const PRELUDE = `const tags=document.currentScript.dataset.tags.split(' ');
const load=(src)=>document.head.appendChild(Object.assign(document.createElement('script'),{async:true,src}));`;

/** A vendor from the body of its script, which finds all ids of the page in `tags` and asks for more scripts with `load`. */
export function vendorOf(name: string, hosts: VendorHosts, body: string): Vendor {
  const script = inline(`{${PRELUDE}
${body.trim()}}`);
  const sources = {
    script: [script.source, ...toOrigins(hosts.script)],
    img: toOrigins(hosts.img),
    connect: toOrigins(hosts.connect),
    frame: toOrigins(hosts.frame),
  };
  return { name, script, sources };
}

/** Defines `call`, under its global name too: it keeps what it is called with until the vendor's script takes over as `deliver`. */
export function queueCalls(global: string, queue: string, deliver: string): string {
  return `const call=window.${global}??=Object.assign(function(){call.${deliver}?call.${deliver}(...arguments):call.${queue}.push(arguments)},{${queue}:[]});`;
}

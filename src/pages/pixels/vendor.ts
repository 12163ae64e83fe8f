import { type Inline, inline, type Sources } from '../policy.ts';

/** The tag of one vendor: the script is constant, and the ids are passed as data. */
export interface Vendor {
  /** The name that visitors know. */
  name: string;
  script: Inline;
  /** The vendor's hosts and the script's hash; nothing else is allowed. */
  sources: Sources;
}

/** The hosts that a tag requests, by CSP directive. */
export interface VendorHosts {
  script: string[];
  img?: string[];
  connect?: string[];
  frame?: string[];
}

function toOrigins(hosts: string[] = []): string[] {
  return hosts.map((host) => `https://${host}`);
}

// Async, as in the vendors' own snippets. A script or image that is requested before `load` delays that event.
const PRELUDE = `const tags=document.currentScript.dataset.tags.split(' ');
const load=(src)=>document.head.appendChild(Object.assign(document.createElement('script'),{async:true,src}));`;

/** Builds a vendor from the body of its script, which reads all ids from `tags` and loads further scripts with `load`. */
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

/** Defines `call`, also as a global: it queues calls until the vendor's script sets `deliver`, which then receives them. */
export function queueCalls(global: string, queue: string, deliver: string): string {
  return `const call=window.${global}??=Object.assign(function(){call.${deliver}?call.${deliver}(...arguments):call.${queue}.push(arguments)},{${queue}:[]});`;
}

interface Message {
  heading: string;
  text: string;
}

/** Every string of a link's public pages; a language that lacks one does not compile. */
export interface Texts {
  proceed: string;
  password: Message & { label: string; wrong: string; tooMany: string; busy: string };
  splash: { title: string; leads: string; automatic(seconds: number): string; stay: string };
  frame: { open: string; content(host: string): string };
  consent: { heading: string; text(vendors: string): string; kept: string; allow: string; decline: string };
  overlay: {
    close: string;
    more: string;
    send: string;
    subscribe: string;
    copy: string;
    copied: string;
    contact: string;
    newsletter: string;
    name: string;
    email: string;
    message: string;
    thanks: string;
    /** What to mend, by the field that does not fit. */
    problems: { name: string; email: string; message: string; answer: string };
    again: string;
    stale: Message;
    failed: string;
  };
  limited: { text: string };
  disabled: Message;
  expired: Message;
  notFound: Message;
  tooMany: { heading: string; text(seconds: number): string };
  unavailable: Message & { again: string };
  scanned: { heading: string };
  campaign: {
    by(username: string): string;
    protected: string;
    empty: Message;
    newer: string;
    older: string;
    page(number: number): string;
  };
  bio: { elsewhere: string; code(address: string): string; made: string };
  preview: {
    title(name: string): string;
    leads: string;
    name: string;
    created: string;
    caution: string;
    unopened: string;
    protected: Message;
    limited: Message;
    gone: Message;
  };
}

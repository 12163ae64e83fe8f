import type { Texts } from './catalogue.ts';

function waitOf(seconds: number): string {
  if (seconds === 1) return '1 second';
  return seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}

/** English, which is also what a visitor of any other language reads. */
export const en: Texts = {
  proceed: 'Continue',
  password: {
    heading: 'This link is password-protected',
    text: 'Enter the password to continue.',
    label: 'Password',
    wrong: 'Wrong password. Passwords are case-sensitive.',
    tooMany: 'Too many attempts. Try again in a minute.',
    busy: 'The server is busy. Try again in a few seconds.',
  },
  splash: {
    title: 'Continue to',
    leads: 'This link goes to',
    automatic: (seconds) => `Redirecting in ${waitOf(seconds)}.`,
    stay: 'Stay here',
  },
  frame: {
    open: 'Open without the frame',
    content: (host) => `Content from ${host}`,
  },
  consent: {
    heading: 'Allow tracking?',
    text: (vendors) =>
      `The owner of this link would like to use ${vendors} to measure visits and show ads. This may set cookies and let you be recognized on other sites. You’ll reach the page either way.`,
    kept: 'Your choice is saved in this browser for 180 days.',
    allow: 'Allow',
    decline: 'Decline',
  },
  overlay: {
    close: 'Close',
    more: 'Learn more',
    send: 'Send',
    subscribe: 'Subscribe',
    copy: 'Copy',
    copied: 'Copied',
    contact: 'Contact us',
    newsletter: 'Subscribe to our newsletter',
    name: 'Name',
    email: 'Email',
    message: 'Message',
    thanks: 'Thank you! We’ve received your response.',
    problems: {
      name: 'Enter your name (up to 100 characters).',
      email: 'Enter a valid email address, e.g. ada@example.com.',
      message: 'Enter a message (up to 2,000 characters).',
      answer: 'Choose one of the answers.',
    },
    again: 'You’ve already voted.',
    stale: {
      heading: 'This form has expired',
      text: 'Nothing was sent. Open the link again and resubmit the form.',
    },
    failed: 'Couldn’t send. Check your connection and try again.',
  },
  limited: {
    text: 'This link can only be opened a limited number of times. Automated visits, such as link previews, don’t open it.',
  },
  disabled: {
    heading: 'This link is disabled',
    text: 'This link has been disabled and no longer works.',
  },
  expired: {
    heading: 'This link has expired',
    text: 'This link was only available for a limited time or number of visits.',
  },
  notFound: {
    heading: 'Link not found',
    text: 'There’s no link at this address. Check the spelling: upper and lower case matter.',
  },
  tooMany: {
    heading: 'Too many requests',
    text: (seconds) => `We’re getting a lot of requests from your network. Try again in ${waitOf(seconds)}.`,
  },
  unavailable: {
    heading: 'Just a moment',
    text: 'We can’t look up this link right now. Please try again in a few seconds.',
    again: 'Try again',
  },
  scanned: {
    heading: 'This QR code contains',
  },
  campaign: {
    by: (username) => `Links shared by ${username}`,
    protected: 'Password required',
    empty: {
      heading: 'No links here',
      text: 'This list is empty, or all of its links have expired.',
    },
    newer: 'Newer',
    older: 'Older',
    page: (number) => `Page ${number}`,
  },
  bio: {
    elsewhere: 'Social links',
    code: (address) => `QR code for ${address}`,
    made: 'Made with Signpost',
  },
  preview: {
    title: (name) => `Preview of ${name}`,
    leads: 'goes to',
    name: 'Title',
    created: 'Created',
    caution: 'Careful: “xn--” means this domain contains special characters and may imitate another site.',
    unopened: 'You haven’t visited this link yet.',
    protected: {
      heading: 'Destination hidden',
      text: 'This link is password-protected.',
    },
    limited: {
      heading: 'Destination hidden',
      text: 'This link can only be opened a limited number of times. Its destination is shown only when you open it.',
    },
    gone: {
      heading: 'This link is inactive',
      text: 'It has expired or been disabled.',
    },
  },
};

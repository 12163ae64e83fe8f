import type { BioFacts } from '../../src/pages/bio/bio-page.ts';

const LAND = { src: '/file/land.png', width: 1200, height: 700 };

/** A bio page with every type of block. */
export const richBio: BioFacts = {
  address: 'https://sgn.co/ines',
  name: 'Inês Carvalho',
  headline: 'Illustrator and printmaker',
  text: 'I draw cities & more.\nPrints ship worldwide.',
  language: 'en',
  avatar: { src: '/file/face.png', width: 400, height: 400 },
  theme: 'plain',
  hasFooter: true,
  metaTitle: '',
  metaDescription: '',
  blocks: [
    { type: 'social', path: '/ines/1', network: 'instagram' },
    { type: 'social', path: '/ines/2', network: 'mastodon' },
    { type: 'link', path: '/ines/3', title: 'Autumn print sale', note: 'Until Sunday', isFeatured: true },
    { type: 'link', path: '/ines/4', title: 'The shop', note: '', isFeatured: false },
    { type: 'link', path: '/ines/5', title: 'A guide to tiles', note: '', picture: LAND, isFeatured: false },
    { type: 'heading', text: 'Lately' },
    { type: 'picture', path: '/ines/6', picture: LAND, alt: 'Hills at dusk', caption: 'Serra, linocut' },
    { type: 'text', text: 'New work goes out to the letter first.' },
    { type: 'video', path: '/ines/7', title: 'How a print is made', site: 'YouTube' },
    { type: 'video', path: '/ines/8', title: 'A walk', site: 'Vimeo', picture: LAND },
    { type: 'divider' },
    { type: 'email', path: '/ines/9', title: 'ines@example.org' },
    { type: 'phone', path: '/ines/10', title: '+351 21 000 00 00' },
    { type: 'qr', content: 'https://sgn.co/ines', caption: 'Take this page along' },
  ],
};

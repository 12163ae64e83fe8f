import type { Bus } from '../bus/open.ts';
import type { FindClientAddress } from '../http/peer.ts';
import type { FormTokens } from '../redirect/form-tokens.ts';
import { createOverlayFormHandler } from '../redirect/overlay-forms.ts';
import type { Redirector } from '../redirect/redirector.ts';
import { createPublicFileAnswer } from '../resources/files/file.pictures.ts';
import { createSmallPictureHandler } from '../resources/files/file.small.ts';
import type { PathHandler } from './path-handler.ts';
import type { Runtime } from './runtime.ts';
import type { Services } from './services.ts';

interface Parts {
  services: Services;
  redirector: Redirector;
  forms: FormTokens;
  bus: Bus;
  findClientAddress: FindClientAddress;
  runtime: Runtime;
}

/** Handles the resources of link pages on every host: uploaded pictures and the forms of overlays. */
export function createLinkPageHandler({
  services,
  redirector,
  forms,
  bus,
  findClientAddress,
  runtime,
}: Parts): PathHandler {
  const { files, overlayResponses: responses } = services;
  const { respondNotFound, reevaluateLink } = redirector;
  const { log, now } = runtime;

  const addressOf = findClientAddress;
  const answerSmall = createSmallPictureHandler({ files, windows: bus.ownWindows, addressOf, respondNotFound });
  const answerFile = createPublicFileAnswer({ files, respondNotFound });
  const answerForm = createOverlayFormHandler({
    ...{ reevaluateLink, forms, responses, windows: bus.windows },
    ...{ addressOf, respondNotFound, now, log },
  });

  return (request, peers, path) =>
    answerSmall(request, peers, path) ?? answerFile(request, peers, path) ?? answerForm(request, peers, path);
}

'use client';
import { useEffect, useState } from 'react';

/**
 * An image of a format that holds no script, drawn by the browser's decoder from bytes under the type that they have by
 * their signature, whatever they are called.
 */
export function ImagePreview({ bytes, mediaType }: { bytes: Uint8Array<ArrayBuffer>; mediaType: string }) {
  const [address, setAddress] = useState<string>();
  const [size, setSize] = useState<string>();
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([bytes], { type: mediaType }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [bytes, mediaType]);

  if (isBroken) return <p className="text-muted text-sm">The browser cannot draw this image. It may be damaged.</p>;
  if (address === undefined) return null;
  return (
    <figure className="space-y-1">
      <div className="grid place-items-center overflow-hidden rounded-md border border-line bg-sunken p-2">
        {/* biome-ignore lint/performance/noImgElement: it comes from memory, there is nothing to optimise */}
        <img
          src={address}
          alt="Preview of the blob"
          className="max-h-96 max-w-full object-contain"
          onLoad={({ currentTarget }) => setSize(`${currentTarget.naturalWidth} × ${currentTarget.naturalHeight}`)}
          onError={() => setBroken(true)}
        />
      </div>
      <figcaption className="tabular text-muted text-xs">
        {mediaType} {size}
      </figcaption>
    </figure>
  );
}

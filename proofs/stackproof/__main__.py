from stackproof.cli import main

main()
